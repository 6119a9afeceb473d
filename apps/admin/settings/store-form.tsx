import { operations } from "@souk/contract";
import { SchemaForm, toast, useAdminConsole } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import type { storeParts } from "./store-parts.ts";
import { type StoreSettings, storeKey } from "./store-settings.ts";
import { strings } from "./strings.ts";

interface StoreFormProps {
  store: StoreSettings;
  words: (typeof storeParts)[number]["words"];
}

/** One part of the shop's settings. Only its own fields are sent. */
export function StoreForm({ store, words }: StoreFormProps) {
  const admin = useAdminConsole();
  const queries = useQueryClient();
  return (
    <SchemaForm
      operation={operations.updateStore}
      words={words}
      initial={store}
      submit={strings.save}
      onSubmit={(body) => admin.store.update({ body })}
      onDone={(answer) => {
        queries.setQueryData(storeKey, answer);
        toast.done(strings.saved);
        // The switcher and every date and amount follow from the list of shops.
        void queries.invalidateQueries({ queryKey: ["stores"] });
        void queries.invalidateQueries({ queryKey: ["activity"] });
      }}
    />
  );
}
