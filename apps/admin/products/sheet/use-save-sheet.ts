import { type CellText, type SheetState, toast, useAdminConsole } from "@souk/ui";
import { refusedCells, variantBodies } from "../../variants/variant-body.ts";
import type { Failure, Task } from "../bulk/run-tasks.ts";
import { useTasks } from "../bulk/use-tasks.ts";
import { strings } from "../strings.ts";
import type { SheetProduct, SheetVariant } from "./sheet-rows.ts";

/** Saves a sheet, a product at a time: the changes of one are all made or none. What is refused stays, and says why. */
export function useSaveSheet(products: readonly SheetProduct[], sheet: SheetState<SheetVariant>) {
  const admin = useAdminConsole();
  const { report, isRunning, start } = useTasks();
  const columns = sheet.columns.map(({ id }) => id);
  const save = async () => {
    const saved: number[] = [];
    const refused: CellText[] = [];
    const tasks = products.flatMap(({ id, title, variants }): Task[] => {
      const bodies = variantBodies(
        sheet.changes,
        variants.map((variant) => variant.id),
      );
      const ids = bodies.map((body) => body.id);
      const run = async () => {
        const answer = admin.variants.update_many({ params: { product_id: id }, body: { variants: bodies } });
        await answer.catch((error: unknown) => {
          refused.push(...(refusedCells(error, ids, columns) ?? []));
          throw error;
        });
        saved.push(...ids);
      };
      return bodies.length === 0 ? [] : [{ key: id, name: title, run }];
    });
    const { failures } = await start(tasks);
    sheet.settle(saved);
    sheet.refuse(refused);
    if (refused.length > 0) sheet.lead();
    if (saved.length > 0) toast.done(strings.sheet.saved(saved.length));
    return failures satisfies readonly Failure[];
  };
  return { save, report, isRunning };
}
