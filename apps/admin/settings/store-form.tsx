import { operations } from "@souk/contract";
import { SchemaForm, toast, useAdminConsole } from "@souk/ui";
import { useQueryClient } from "@tanstack/react-query";
import { texts } from "../texts.ts";
import type { storeSections } from "./store-sections.ts";
import { type StoreSettings, storeKey } from "./store-settings.ts";

interface StoreFormProps {
  store: StoreSettings;
  words: (typeof storeSections)[number]["words"];
}

/** Show the form of one part of the store's settings. Only its own fields are sent. */
export function StoreForm({ store, words }: StoreFormProps) {
  const admin = useAdminConsole();
  const queries = useQueryClient();
  return (
    <SchemaForm
      operation={operations.updateStore}
      words={words}
      initial={store}
      submit={texts.settings.save}
      onSubmit={(body) => admin.store.update({ body })}
      onDone={(answer) => {
        queries.setQueryData(storeKey, answer);
        toast.done(texts.settings.saved);
        // The switcher, and the format of dates and amounts, follow from the list of stores.
        void queries.invalidateQueries({ queryKey: ["stores"] });
        void queries.invalidateQueries({ queryKey: ["activity"] });
      }}
    />
  );
}
