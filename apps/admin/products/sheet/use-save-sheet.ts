import { type CellText, type SheetState, toast, useAdminConsole } from "@souk/ui";
import { texts } from "../../texts.ts";
import { buildVariantBodies, mapErrorsToCells } from "../../variants/variant-body.ts";
import type { Task } from "../bulk/run-tasks.ts";
import { useTaskRunner } from "../bulk/use-task-runner.ts";
import type { SheetProduct, SheetVariant } from "./sheet-rows.ts";

/**
 * Return the function that saves a sheet one product at a time. Either all or none of a product's changes are saved. Rejected
 * changes remain unsaved, with their errors.
 */
export function useSaveSheet(products: readonly SheetProduct[], sheet: SheetState<SheetVariant>) {
  const admin = useAdminConsole();
  const { report, isRunning, start } = useTaskRunner();
  const columns = sheet.columns.map(({ id }) => id);
  const save = async () => {
    const savedIds: number[] = [];
    const rejectedCells: CellText[] = [];
    const tasks = products.flatMap(({ id, title, variants }): Task[] => {
      const bodies = buildVariantBodies(
        sheet.changes,
        variants.map((variant) => variant.id),
      );
      const ids = bodies.map((body) => body.id);
      const run = async () => {
        const request = admin.variants.update_many({
          params: { product_id: id },
          body: { variants: bodies },
        });
        await request.catch((error: unknown) => {
          rejectedCells.push(...(mapErrorsToCells(error, ids, columns) ?? []));
          throw error;
        });
        savedIds.push(...ids);
      };
      return bodies.length === 0 ? [] : [{ key: id, name: title, run }];
    });
    await start(tasks);
    sheet.dropChanges(savedIds);
    sheet.showErrors(rejectedCells);
    if (rejectedCells.length > 0) sheet.focusFirstError();
    if (savedIds.length > 0) toast.done(texts.products.sheet.saved({ count: savedIds.length }));
  };
  return { save, report, isRunning };
}
