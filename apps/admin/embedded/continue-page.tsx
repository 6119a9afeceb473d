import { Text } from "@mantine/core";
import { PageFrame, Section } from "@souk/ui";
import type { OpenedLink } from "../app-links/link-address.ts";
import { NewTabButton } from "./new-tab-button.tsx";
import { strings } from "./strings.ts";

interface ContinuePageProps {
  app: { name: string; client_id: string; link: OpenedLink | null };
  breadcrumbs: { label: string; to: string }[];
}

/** The way into an app that is not shown inside the admin (INS-15). */
export function ContinuePage({ app, breadcrumbs }: ContinuePageProps) {
  return (
    <PageFrame title={app.name} breadcrumbs={breadcrumbs}>
      <Section title={strings.continue.title(app.name)}>
        <Text mb="md">{strings.continue.text(app.name)}</Text>
        <NewTabButton app={app} variant="filled">
          {strings.continue.button}
        </NewTabButton>
      </Section>
    </PageFrame>
  );
}
