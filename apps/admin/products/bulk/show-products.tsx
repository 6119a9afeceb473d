import { useAdminConsole } from "@souk/ui";
import { strings } from "../strings.ts";
import { BulkDialog } from "./bulk-dialog.tsx";
import type { DeedProps } from "./deed-props.ts";
import { NamesOf } from "./names-of.tsx";

/** Shows products in the shop, or hides them. */
export function ShowProducts({ isShown, ...props }: DeedProps & { isShown: boolean }) {
  const admin = useAdminConsole();
  const words = isShown ? strings.bulk.publish : strings.bulk.hide;
  return (
    <BulkDialog
      {...props}
      title={words.title(props.chosen.length)}
      confirm={words.confirm}
      run={({ id }) => admin.products.update({ params: { id }, body: { is_published: isShown } })}
      done={words.done}
    >
      {words.text}
      <NamesOf products={props.chosen} />
    </BulkDialog>
  );
}
