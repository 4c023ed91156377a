/** Japanese, with the terms of the Japanese rulebook. */

import { build } from "./ja/build.js";
import { coach } from "./ja/coach.js";
import { core } from "./ja/core.js";
import { daily } from "./ja/daily.js";
import { duplicate } from "./ja/duplicate.js";
import { errors } from "./ja/errors.js";
import { gallery } from "./ja/gallery.js";
import { help } from "./ja/help.js";
import { home } from "./ja/home.js";
import { host } from "./ja/host.js";
import { learn } from "./ja/learn.js";
import { plan } from "./ja/plan.js";
import { puzzles } from "./ja/puzzles.js";
import { race } from "./ja/race.js";
import { replay } from "./ja/replay.js";
import { season } from "./ja/season.js";
import { solo } from "./ja/solo.js";
import { table } from "./ja/table.js";
import { you } from "./ja/you.js";

export const ja = {
  ...core,
  ...home,
  ...plan,
  ...coach,
  ...race,
  ...table,
  ...season,
  ...replay,
  ...solo,
  ...daily,
  ...you,
  ...help,
  ...learn,
  ...puzzles,
  ...duplicate,
  ...build,
  ...gallery,
  ...host,
  ...errors,
};
