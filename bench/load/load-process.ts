// The process that makes load: each message is a Load, its answer what came back.
import { fire } from "./fire.ts";
import type { Load } from "./load.ts";

process.on("message", (load: Load) => {
  fire(load).then(
    (fired) => process.send?.(fired),
    (error: unknown) => {
      throw error;
    },
  );
});
process.on("disconnect", () => process.exit(0));
