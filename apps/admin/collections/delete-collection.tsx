import { ConfirmButton, useAdminConsole, useStore } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { staleWithProducts } from "../stale.ts";
import { type Collection, collectionKey } from "./all-collections.ts";
import { strings } from "./strings.ts";

/** Deletes a collection, with what becomes of its products said first. */
export function DeleteCollection({ collection: { id, title } }: { collection: Collection }) {
  const admin = useAdminConsole();
  const { handle } = useStore();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const words = strings.delete;
  return (
    <ConfirmButton
      danger
      label={words.button}
      title={words.title(title)}
      confirm={words.confirm}
      done={words.done(title)}
      onConfirm={() => admin.collections.delete({ params: { id } })}
      refresh={staleWithProducts}
      onDone={() => {
        // What was not saved is gone with the collection: nothing is asked about it.
        void navigate({ to: `/${handle}/collections`, ignoreBlocker: true });
        queries.removeQueries({ queryKey: collectionKey(id) });
      }}
    >
      {words.text}
    </ConfirmButton>
  );
}
