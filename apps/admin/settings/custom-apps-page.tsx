import { Button, Stack, Text } from "@mantine/core";
import { useStore } from "@souk/ui";
import { useState } from "react";
import { texts } from "../texts.ts";
import { type Credentials, CredentialsCard } from "./credentials-card.tsx";
import { CustomAppForm } from "./custom-app-form.tsx";
import { CustomAppTable } from "./custom-app-table.tsx";
import { SettingsFrame } from "./settings-frame.tsx";

/** Show the store's custom apps, the form that creates one, and the credentials of an app after they are created. */
export function CustomAppsPage() {
  const { role } = useStore();
  const canCreate = role !== "staff";
  const [isCreating, setCreating] = useState(false);
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  const { custom } = texts.settings;
  const createButton = <Button onClick={() => setCreating(true)}>{custom.create}</Button>;
  const handleCreated = (newCredentials: Credentials) => {
    setCreating(false);
    setCredentials(newCredentials);
  };
  return (
    <SettingsFrame
      title={custom.title}
      lead={custom.lead}
      {...(canCreate && !isCreating ? { actions: createButton } : {})}
    >
      <Stack gap="lg">
        {!canCreate && <Text size="sm">{custom.onlyManagers}</Text>}
        {credentials && (
          <CredentialsCard
            key={credentials.access_token}
            credentials={credentials}
            onDone={() => setCredentials(null)}
          />
        )}
        {isCreating && <CustomAppForm onCreated={handleCreated} onCancel={() => setCreating(false)} />}
        <CustomAppTable canEdit={canCreate} onRegenerated={setCredentials} />
      </Stack>
    </SettingsFrame>
  );
}
