import { ConfirmButton, useAdminConsole, usePageNavigation } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { toStorePage } from "../page-urls.ts";
import { queriesShowingProducts } from "../queries-showing-products.ts";
import { texts } from "../texts.ts";
import { type Collection, collectionKey } from "./all-collections.ts";

/** Show the button that deletes a collection after a confirmation, then opens the list of collections. */
export function DeleteCollection({ collection: { id, title } }: { collection: Collection }) {
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  const queryClient = useQueryClient();
  const words = texts.collections.delete;
  return (
    <ConfirmButton
      danger
      label={words.button}
      title={words.title({ name: title })}
      confirm={words.confirm}
      done={words.done({ name: title })}
      onConfirm={() => admin.collections.delete({ params: { id } })}
      refresh={queriesShowingProducts}
      onDone={() => {
        // Skip the warning about unsaved changes, because the collection they belong to is deleted.
        goTo(toStorePage("/collections"), { ignoreBlocker: true });
        queryClient.removeQueries({ queryKey: collectionKey(id) });
      }}
    >
      {words.text}
    </ConfirmButton>
  );
}
