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

/** Show the form of one section of the store's settings. It sends only the fields of this section. */
export function StoreForm({ store, words }: StoreFormProps) {
  const admin = useAdminConsole();
  const queryClient = useQueryClient();
  return (
    <SchemaForm
      operation={operations.updateStore}
      words={words}
      initial={store}
      submit={texts.settings.save}
      onSubmit={(body) => admin.store.update({ body })}
      onDone={(response) => {
        queryClient.setQueryData(storeKey, response);
        toast.done(texts.settings.saved);
        // Refetch the list of stores, from which the store switcher and the formats of dates and amounts are derived.
        void queryClient.invalidateQueries({ queryKey: ["stores"] });
        void queryClient.invalidateQueries({ queryKey: ["activity"] });
      }}
    />
  );
}
