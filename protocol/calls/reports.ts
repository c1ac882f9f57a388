import { one } from '../envelope.ts';
import { reportThing } from '../mutations/report.ts';
import { chosenId } from '../text.ts';
import { z } from '../zod.ts';

/** `POST /reports`: `id` makes it one report however often it arrives. */
export const reportBody = z.extend(reportThing.args, { id: z.optional(chosenId()) });
export const reportResponse = one(z.object({ id: z.uuid() }));
