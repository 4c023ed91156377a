/** How a course races, as the server finds out: a stream of better and better certificates. */

import { followEvents } from "../core/event-stream.js";

/** @import {CourseCertificate} from "../core/types" */
/** @typedef {import("../core/event-stream.js").Follower<CourseCertificate>} Follower */

/**
 * Follow the certificate of a course until it is done or nobody wants to know any more. Leaving ends the races on the server.
 * @param {string} line
 * @param {Follower} follower
 * @param {AbortSignal} signal
 */
export const follow = (line, follower, signal) => followEvents(`/api/courses/${encodeURIComponent(line)}/certificate`, "certificate", follower, signal);
