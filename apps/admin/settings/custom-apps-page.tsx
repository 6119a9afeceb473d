import { Button, Stack, Text } from "@mantine/core";
import { useStore } from "@souk/ui";
import { useState } from "react";
import { type Credentials, CredentialsCard } from "./credentials-card.tsx";
import { CustomAppForm } from "./custom-app-form.tsx";
import { CustomAppTable } from "./custom-app-table.tsx";
import { SettingsFrame } from "./settings-frame.tsx";
import { strings } from "./strings.ts";

/** The apps made for this shop alone: make one, see its keys once, give it a new token. */
export function CustomAppsPage() {
  const { role } = useStore();
  const mayMake = role !== "staff";
  const [isMaking, setMaking] = useState(false);
  const [credentials, setCredentials] = useState<Credentials | null>(null);
  const { custom } = strings;
  const make = <Button onClick={() => setMaking(true)}>{custom.make}</Button>;
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
