import { Stack } from "@mantine/core";
import { Answered, CopyField, KeyValues, Section, Timestamp } from "@souk/ui";
import { SettingsFrame } from "./settings-frame.tsx";
import { StoreForm } from "./store-form.tsx";
import { storeParts } from "./store-parts.ts";
import { type StoreSettings, useStoreSettings } from "./store-settings.ts";
import { strings } from "./strings.ts";

/** The settings of the shop, a form for each part of them. */
export function SettingsPage() {
  const query = useStoreSettings();
  return (
    <SettingsFrame title={strings.title}>
      <Answered query={query} skeleton="form">
        {({ store }) => <Parts store={store} />}
      </Answered>
    </SettingsFrame>
  );
}

function Parts({ store }: { store: StoreSettings }) {
  return (
    <Stack gap="lg">
      {storeParts.map((part) => (
        <Section key={part.title} title={part.title}>
          <StoreForm store={store} words={part.words} />
        </Section>
      ))}
      <Section title={strings.fixed.title} lead={strings.fixed.lead}>
        <Stack gap="sm">
          <CopyField label={strings.fixed.handle} value={store.handle} />
          <CopyField label={strings.fixed.domain} value={store.domain} />
          <KeyValues
            items={[
              [strings.fixed.plan, store.plan_name === "" ? strings.fixed.noPlan : store.plan_name],
              [strings.fixed.since, <Timestamp key="since" at={store.created_at} />],
            ]}
          />
        </Stack>
      </Section>
    </Stack>
  );
}
