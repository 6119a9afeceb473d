import { Text } from "@mantine/core";
import type { PageAddress } from "@souk/contract";
import { PageFrame, Section } from "@souk/ui";
import type { OpenedLink } from "../app-links/link-address.ts";
import { texts } from "../texts.ts";
import { NewTabButton } from "./new-tab-button.tsx";

interface ContinuePageProps {
  app: { name: string; client_id: string; link: OpenedLink | null };
  breadcrumbs: { label: string; to: PageAddress }[];
}

/** Show the link that opens an app outside the admin (INS-15). */
export function ContinuePage({ app, breadcrumbs }: ContinuePageProps) {
  return (
    <PageFrame title={app.name} breadcrumbs={breadcrumbs}>
      <Section title={texts.embedded.continue.title({ app: app.name })}>
        <Text mb="md">{texts.embedded.continue.text({ app: app.name })}</Text>
        <NewTabButton app={app} variant="filled">
          {texts.embedded.continue.button}
        </NewTabButton>
      </Section>
    </PageFrame>
  );
}
