"""How kernels are compiled: without counting references to arrays wherever none are made.

Numba counts who holds an array, so that the last one frees it. That costs more than the rules
themselves: every look at a field of a race counts twice. A kernel that makes no arrays holds only
those of its callers, who outlive it, and may do without.

A kernel stops counting only if every statement of it is known to make none. Whatever is not known
here, in anybody's policy or in a later Numba, is counted: that is slower and never wrong.
"""

from typing import Any

from numba.core import ir, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.typed_passes import AnnotateTypes

_TUPLE: Any = types.BaseTuple  # is iterable, which its annotations do not tell
_NUMBER = (types.Number, types.Boolean)
_CALLED = (types.Function, types.FunctionType, types.NumberClass, types.NamedTupleClass)
_PLAIN = (
    *(*_NUMBER, *_CALLED, types.Record, types.NoneType, types.StringLiteral, types.Module),
    *(types.SliceType, types.RangeType, types.RangeIteratorType, types.NumpyNdIndexType),
)
"""Types whose values hold no arrays."""

_OF_NUMBERS = (
    *("binop", "inplace_binop", "unary"),
    *("getiter", "iternext", "pair_first", "pair_second"),
)
_KNOWN_VALUES = (ir.Arg, ir.Const, ir.Global, ir.FreeVar, ir.Var)
_KNOWN_STATEMENTS = (ir.Del, ir.Jump, ir.Branch, ir.Return)


@register_pass(mutates_CFG=False, analysis_only=True)  # type: ignore[no-untyped-call]
class _CountIfNeeded(AnalysisPass):
    """Decide whether a kernel counts references, once its types are known."""

    _name = "count_references_if_needed"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)  # type: ignore[no-untyped-call]

    def run_pass(self, state: Any) -> bool:
        """Stop counting if nothing in a kernel makes an array, and none is returned."""
        if _makes_no_arrays(state):
            state.targetctx = state.targetctx.subtarget(enable_nrt=False)
        return False


def _makes_no_arrays(state: Any) -> bool:
    """Return whether a kernel is known to hold no arrays but those that it was handed."""
    blocks = state.func_ir.blocks.values()
    return (
        _is_plain(state.return_type)
        and all(map(_is_known, state.args))
        and all(_is_safe(statement, state.typemap) for block in blocks for statement in block.body)
    )


def _is_safe(statement: Any, typemap: Any) -> bool:
    """Return whether a statement is of a kind that makes no arrays."""
    match statement:
        case ir.Assign(value=ir.Expr()):
            made = typemap[statement.target.name]
            return _is_known(made) and _is_safe_expression(statement.value, made, typemap)
        case ir.Assign():
            made = typemap[statement.target.name]
            return _is_known(made) and isinstance(statement.value, _KNOWN_VALUES)
        case ir.SetItem():
            return _is_index(typemap[statement.index.name]) and _stores_number(statement, typemap)
        case ir.StaticSetItem():
            return _is_constant_index(statement.index) and _stores_number(statement, typemap)
        case _:
            return isinstance(statement, _KNOWN_STATEMENTS)


def _is_safe_expression(expression: Any, made: Any, typemap: Any) -> bool:
    """Return whether an expression makes no arrays, given the type of what it makes."""
    match expression.op:
        case "build_tuple" | "cast":
            return True
        case "exhaust_iter":
            return isinstance(typemap[expression.value.name], types.BaseTuple)
        case "getattr":
            return isinstance(typemap[expression.value.name], types.BaseNamedTuple | types.Module)
        case "getitem":  # indexed by an array, it would be a copy
            return _is_index(typemap[expression.index.name])
        case "static_getitem":
            return _is_constant_index(expression.index)
        case "call":
            called = typemap[expression.func.name]
            if isinstance(called, types.NamedTupleClass):
                return True  # it holds what it is made of
            looks = _may_look_at_arrays(called) or _looks_at_none(expression, typemap)
            return looks and _is_plain(made)
        case op:
            return op in _OF_NUMBERS and _looks_at_none(expression, typemap) and _is_plain(made)


def _looks_at_none(expression: Any, typemap: Any) -> bool:
    """Return whether there are no arrays among the operands, which might be copied."""
    return all(_is_plain(typemap[operand.name]) for operand in expression.list_vars())


def _may_look_at_arrays(called: Any) -> bool:
    """Return whether something is called with arrays as they are: a kernel, a policy, or `len`."""
    if isinstance(called, types.Function):
        return called.typing_key is len
    return _is_compiled(called) or isinstance(called, types.FunctionType)


def _is_compiled(called: Any) -> bool:
    # A subclass calls Python instead, which is handed references to keep.
    return type(called) is types.Dispatcher


def _stores_number(statement: Any, typemap: Any) -> bool:
    """Return whether a number or a record is stored; an array might be copied before it is."""
    return isinstance(typemap[statement.target.name], types.Array | types.Record) and isinstance(
        typemap[statement.value.name], (*_NUMBER, types.Record)
    )


def _is_index(kind: Any) -> bool:
    if isinstance(kind, _TUPLE):
        return all(map(_is_index, kind))
    return isinstance(kind, types.Integer | types.SliceType)


def _is_constant_index(index: Any) -> bool:
    if isinstance(index, tuple):
        return all(map(_is_constant_index, index))
    return isinstance(index, int | str | slice)


def _is_known(kind: Any) -> bool:
    """Return whether values of a type are arrays, hold arrays as tuples do, or hold none."""
    if isinstance(kind, _TUPLE):
        return all(map(_is_known, kind))
    return isinstance(kind, types.Array) or _is_plain(kind)


def _is_plain(kind: Any) -> bool:
    """Return whether values of a type hold no arrays."""
    if isinstance(kind, _TUPLE):
        return all(map(_is_plain, kind))
    if isinstance(kind, types.Pair):
        return _is_plain(kind.first_type) and _is_plain(kind.second_type)
    if isinstance(kind, types.UniTupleIter):
        return _is_plain(kind.container)
    if isinstance(kind, types.EnumerateType):
        return _is_plain(kind.source_type)
    return isinstance(kind, _PLAIN) or _is_compiled(kind)


class KernelCompiler(CompilerBase):
    """Numba's compiler, with reference counting only where it is needed."""

    def define_pipelines(self) -> list[Any]:
        """Return the one pipeline that kernels are compiled by."""
        pipeline = DefaultPassBuilder.define_nopython_pipeline(self.state)  # type: ignore[no-untyped-call]
        # Right before machine code is made: by now overloads are inlined, what is computed of whole
        # arrays is one expression, and no statement is added any more that nobody has looked at.
        pipeline.add_pass_after(_CountIfNeeded, AnnotateTypes)
        pipeline.finalize()
        return [pipeline]
