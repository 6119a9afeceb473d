import { Button, Stack, Text } from "@mantine/core";
import { useStore } from "@souk/ui";
import { useState } from "react";
import { texts } from "../texts.ts";
import { type Credentials, CredentialsCard } from "./credentials-card.tsx";
import { CustomAppForm } from "./custom-app-form.tsx";
import { CustomAppTable } from "./custom-app-table.tsx";
import { SettingsFrame } from "./settings-frame.tsx";

/** Show the page of apps made for this store alone: create one, see its keys once, regenerate its token. */
export function CustomAppsPage() {
  const { role } = useStore();
  const mayMake = role !== "staff";
  const [isMaking, setMaking] = useState(false);
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  const { custom } = texts.settings;
  const make = <Button onClick={() => setMaking(true)}>{custom.create}</Button>;
  const made = (fresh: Credentials) => {
    setMaking(false);
    setCredentials(fresh);
  };
  return (
    <SettingsFrame
      title={custom.title}
      lead={custom.lead}
      {...(mayMake && !isMaking ? { actions: make } : {})}
    >
      <Stack gap="lg">
        {!mayMake && <Text size="sm">{custom.onlyManagers}</Text>}
        {credentials && (
          <CredentialsCard
            key={credentials.access_token}
            credentials={credentials}
            onDone={() => setCredentials(null)}
          />
        )}
        {isMaking && <CustomAppForm onMade={made} onCancel={() => setMaking(false)} />}
        <CustomAppTable mayChange={mayMake} onRegenerated={setCredentials} />
      </Stack>
    </SettingsFrame>
  );
}
