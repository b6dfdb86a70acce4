import { z } from 'zod';

/** What a command line asks of the running site: one line of JSON. */
export const ControlRequest = z.object({ command: z.string(), words: z.array(z.string()) });
export type ControlRequest = z.infer<typeof ControlRequest>;

/** What it hears back, line by line; `done` comes last. */
export const ControlReply = z.union([
  z.object({ print: z.string() }),
  z.object({ complaint: z.string() }),
  z.object({ done: z.boolean() }),
]);
export type ControlReply = z.infer<typeof ControlReply>;
