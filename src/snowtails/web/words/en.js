/** English. The first catalogue: the others have the same keys. */

import { build } from "./en/build.js";
import { coach } from "./en/coach.js";
import { core } from "./en/core.js";
import { daily } from "./en/daily.js";
import { duplicate } from "./en/duplicate.js";
import { errors } from "./en/errors.js";
import { gallery } from "./en/gallery.js";
import { help } from "./en/help.js";
import { home } from "./en/home.js";
import { host } from "./en/host.js";
import { learn } from "./en/learn.js";
import { plan } from "./en/plan.js";
import { puzzles } from "./en/puzzles.js";
import { race } from "./en/race.js";
import { replay } from "./en/replay.js";
import { season } from "./en/season.js";
import { solo } from "./en/solo.js";
import { table } from "./en/table.js";
import { you } from "./en/you.js";

export const en = {
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
