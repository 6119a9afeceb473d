import { Stack } from "@mantine/core";
import { CopyField, KeyValues, QueryBoundary, Section, Timestamp } from "@souk/ui";
import { EditGate } from "../edit-gate.tsx";
import { texts } from "../texts.ts";
import { SettingsFrame } from "./settings-frame.tsx";
import { StoreForm } from "./store-form.tsx";
import { storeSections } from "./store-sections.ts";
import { type StoreSettings, useStoreSettings } from "./store-settings.ts";

/** Show the store's settings, with a form for each section. */
export function SettingsPage() {
  const query = useStoreSettings();
  return (
    <SettingsFrame title={texts.settings.title}>
      <QueryBoundary query={query} skeleton="form">
        {({ store }) => <StoreSettingsSections store={store} />}
      </QueryBoundary>
    </SettingsFrame>
  );
}

function StoreSettingsSections({ store }: { store: StoreSettings }) {
  return (
    <Stack gap="lg">
      <EditGate requiredRight="settings.edit">
        {storeSections.map((section) => (
          <Section key={section.title} title={section.title}>
            <StoreForm store={store} words={section.words} />
          </Section>
        ))}
      </EditGate>
      <Section title={texts.settings.fixed.title} lead={texts.settings.fixed.lead}>
        <Stack gap="sm">
          <CopyField label={texts.settings.fixed.handle} value={store.handle} />
          <CopyField label={texts.settings.fixed.domain} value={store.domain} />
          <KeyValues
            items={[
              [
                texts.settings.fixed.plan,
                store.plan_name === "" ? texts.settings.fixed.noPlan : store.plan_name,
              ],
              [texts.settings.fixed.since, <Timestamp key="since" at={store.created_at} />],
            ]}
          />
        </Stack>
      </Section>
    </Stack>
  );
}
