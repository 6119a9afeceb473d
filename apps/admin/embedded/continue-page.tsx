import { Text } from "@mantine/core";
import type { PageUrl } from "@souk/contract";
import { PageFrame, Section } from "@souk/ui";
import type { OpenedLink } from "../app-links/link-url.ts";
import { texts } from "../texts.ts";
import { NewTabButton } from "./new-tab-button.tsx";

interface ContinuePageProps {
  app: { name: string; client_id: string; link: OpenedLink | null };
  breadcrumbs: { label: string; to: PageUrl }[];
}

/** Show the page with the button that opens an app in a new tab (INS-15). */
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
