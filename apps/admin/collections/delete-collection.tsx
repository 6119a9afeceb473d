import { ConfirmButton, useAdminConsole, usePageNavigation } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { toStorePage } from "../page-addresses.ts";
import { staleWithProducts } from "../stale.ts";
import { texts } from "../texts.ts";
import { type Collection, collectionKey } from "./all-collections.ts";

/** Delete a collection after explaining the effect on its products. */
export function DeleteCollection({ collection: { id, title } }: { collection: Collection }) {
  const admin = useAdminConsole();
  const goTo = usePageNavigation();
  const queries = useQueryClient();
  const words = texts.collections.delete;
  return (
    <ConfirmButton
      danger
      label={words.button}
      title={words.title({ name: title })}
      confirm={words.confirm}
      done={words.done({ name: title })}
      onConfirm={() => admin.collections.delete({ params: { id } })}
      refresh={staleWithProducts}
      onDone={() => {
        // What was not saved is gone with the collection: nothing is asked about it.
        goTo(toStorePage("/collections"), { ignoreBlocker: true });
        queries.removeQueries({ queryKey: collectionKey(id) });
      }}
    >
      {words.text}
    </ConfirmButton>
  );
}
