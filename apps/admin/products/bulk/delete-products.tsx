import { useAdminConsole } from "@souk/ui";
import { strings } from "../strings.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import type { DeedProps } from "./deed-props.ts";
import { NamesOf } from "./names-of.tsx";

/** Deletes products, with what is lost said first. */
export function DeleteProducts(props: DeedProps) {
  const admin = useAdminConsole();
  const words = strings.bulk.delete;
  return (
    <BulkDialog
      {...props}
      title={words.title(props.chosen.length)}
      confirm={words.confirm}
      danger
      run={({ id }) => admin.products.delete({ params: { id } })}
      done={words.done}
    >
      {words.text}
      <NamesOf products={props.chosen} />
    </BulkDialog>
  );
}
