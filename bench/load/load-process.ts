// The process that generates load. Each message is a Load; the reply is a LoadResult.
import { generateLoad } from "./generate-load.ts";
import type { Load } from "./load.ts";

process.on("message", (load: Load) => {
  generateLoad(load).then(
    (loadResult) => process.send?.(loadResult),
    (error: unknown) => {
      // The unhandled rejection ends this process, and the parent process then reports that it ended.
      throw error;
    },
  );
});
process.on("disconnect", () => process.exit(0));
