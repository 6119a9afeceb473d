import { type CellText, type SheetState, toast, useAdminConsole } from "@souk/ui";
import { texts } from "../../texts.ts";
import { placeCellErrors, variantBodies } from "../../variants/variant-body.ts";
import type { Failure, Task } from "../bulk/run-tasks.ts";
import { useTasks } from "../bulk/use-tasks.ts";
import type { SheetProduct, SheetVariant } from "./sheet-rows.ts";

/**
 * Return an action that saves a sheet one product at a time, each all or nothing. A rejected change stays
 * with its error.
 */
export function useSaveSheet(products: readonly SheetProduct[], sheet: SheetState<SheetVariant>) {
  const admin = useAdminConsole();
  const { report, isRunning, start } = useTasks();
  const columns = sheet.columns.map(({ id }) => id);
  const save = async () => {
    const saved: number[] = [];
    const rejectedCells: CellText[] = [];
    const tasks = products.flatMap(({ id, title, variants }): Task[] => {
      const bodies = variantBodies(
        sheet.changes,
        variants.map((variant) => variant.id),
      );
      const ids = bodies.map((body) => body.id);
      const run = async () => {
        const answer = admin.variants.update_many({ params: { product_id: id }, body: { variants: bodies } });
        await answer.catch((error: unknown) => {
          rejectedCells.push(...(placeCellErrors(error, ids, columns) ?? []));
          throw error;
        });
        saved.push(...ids);
      };
      return bodies.length === 0 ? [] : [{ key: id, name: title, run }];
    });
    const { failures } = await start(tasks);
    sheet.settle(saved);
    sheet.showErrors(rejectedCells);
    if (rejectedCells.length > 0) sheet.lead();
    if (saved.length > 0) toast.done(texts.products.sheet.saved({ count: saved.length }));
    return failures satisfies readonly Failure[];
  };
  return { save, report, isRunning };
}
