import { one } from '../envelope.ts';
import { reportThing } from '../mutations/report.ts';
import { uuid } from '../text.ts';
import { z } from '../zod.ts';

/** `POST /reports`: `id` makes it one report however often it arrives. */
export const reportBody = reportThing.args.extend({ id: uuid().optional() });
export const reportResponse = one(z.object({ id: z.uuid() }));
