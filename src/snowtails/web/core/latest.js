/** Sending wishes that replace one another: one at a time, and of those that come meanwhile only the latest. */

/**
 * @template Wish
 * @param {(wish: Wish, isLatest: () => boolean) => Promise<void>} send told whether nothing else was wished for meanwhile
 * @returns {(wish: Wish) => Promise<void>} settled when nothing is left to send
 */
export function sendLatest(send) {
  /** @type {{ wish: Wish } | null} */ let next = null;
  /** @type {Promise<void> | null} */ let sending = null;

  async function sendAll() {
    while (next) {
      const { wish } = next;
      next = null;
      await send(wish, () => !next);
    }
  }

  return (wish) => {
    next = { wish };
    sending ??= sendAll().finally(() => (sending = null));
    return sending;
  };
}
