import { Button, Stack } from "@mantine/core";
import { useState } from "react";
import { texts } from "../texts.ts";
import { type Credentials, CredentialsCard } from "./credentials-card.tsx";
import { CustomAppForm } from "./custom-app-form.tsx";
import { CustomAppTable } from "./custom-app-table.tsx";
import { SettingsFrame } from "./settings-frame.tsx";

/** Show the store's custom apps, the form that creates one, and the credentials of a new app or a regenerated token. */
export function CustomAppsPage() {
  const [isCreating, setCreating] = useState(false);
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  const words = texts.settings.custom;
  const createButton = <Button onClick={() => setCreating(true)}>{words.create}</Button>;
  const handleCreated = (newCredentials: Credentials) => {
    setCreating(false);
    setCredentials(newCredentials);
  };
  return (
    <SettingsFrame title={words.title} lead={words.lead} {...(isCreating ? {} : { actions: createButton })}>
      <Stack gap="lg">
        {credentials && (
          <CredentialsCard
            key={credentials.access_token}
            credentials={credentials}
            onDone={() => setCredentials(null)}
          />
        )}
        {isCreating && <CustomAppForm onCreated={handleCreated} onCancel={() => setCreating(false)} />}
        <CustomAppTable onRegenerated={setCredentials} />
      </Stack>
    </SettingsFrame>
  );
}
