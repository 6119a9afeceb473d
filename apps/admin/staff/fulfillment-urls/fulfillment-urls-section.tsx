import { Button, Stack, Text } from "@mantine/core";
import { type FulfillmentTopic, fulfillmentTopics } from "@souk/contract";
import { KeyValues, Section } from "@souk/ui";
import { useState } from "react";
import { texts } from "../../texts.ts";
import type { StaffAppDetail } from "../records.ts";
import { FulfillmentUrlDialog } from "./fulfillment-url-dialog.tsx";

const words = texts.staff.fulfillment;

/** Show an app's Fulfill action URLs, with the dialog to change them: only staff can (REG-4). */
export function FulfillmentUrlsSection({ app }: { app: StaffAppDetail }) {
  return (
    <Section title={words.title} lead={words.lead}>
      <KeyValues
        items={fulfillmentTopics.map((topic) => [
          words.topics[topic],
          <OneTopic key={topic} app={app} topic={topic} />,
        ])}
      />
    </Section>
  );
}

interface OneTopicProps {
  app: StaffAppDetail;
  topic: FulfillmentTopic;
}

function OneTopic({ app, topic }: OneTopicProps) {
  const [isOpen, setOpen] = useState(false);
  const set = app.fulfillment_urls.find((entry) => entry.topic === topic);
  return (
    <Stack gap={4} align="flex-start">
      <span>{set?.url ?? words.none}</span>
      {set?.warnings?.map((warning) => (
        <Text key={warning} size="sm" c="dimmed">
          {warning}
        </Text>
      ))}
      <Button
        variant="default"
        size="xs"
        onClick={() => setOpen(true)}
        aria-label={set ? words.changeLabel({ topic }) : words.setLabel({ topic })}
      >
        {set ? words.change : words.set}
      </Button>
      <FulfillmentUrlDialog app={app} topic={topic} opened={isOpen} onClose={() => setOpen(false)} />
    </Stack>
  );
}
