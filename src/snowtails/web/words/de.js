/** German, with the terms of the German rulebook. */

import { build } from "./de/build.js";
import { coach } from "./de/coach.js";
import { core } from "./de/core.js";
import { daily } from "./de/daily.js";
import { duplicate } from "./de/duplicate.js";
import { errors } from "./de/errors.js";
import { gallery } from "./de/gallery.js";
import { help } from "./de/help.js";
import { home } from "./de/home.js";
import { host } from "./de/host.js";
import { learn } from "./de/learn.js";
import { plan } from "./de/plan.js";
import { puzzles } from "./de/puzzles.js";
import { race } from "./de/race.js";
import { replay } from "./de/replay.js";
import { season } from "./de/season.js";
import { solo } from "./de/solo.js";
import { table } from "./de/table.js";
import { you } from "./de/you.js";

export const de = {
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
