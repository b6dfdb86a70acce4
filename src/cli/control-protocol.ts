import { z } from 'zod';

/** The request of the CLI to the running site: one line of JSON. */
export const ControlRequest = z.object({ command: z.string(), words: z.array(z.string()) });
export type ControlRequest = z.infer<typeof ControlRequest>;

/** The replies, one per line; `done` is the last. */
export const ControlReply = z.union([
  z.object({ print: z.string() }),
  z.object({ error: z.string() }),
  z.object({ done: z.boolean() }),
]);
export type ControlReply = z.infer<typeof ControlReply>;
