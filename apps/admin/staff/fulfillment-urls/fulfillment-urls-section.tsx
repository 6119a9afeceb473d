import { Button, Stack, Text } from "@mantine/core";
import { type FulfillmentTopic, fulfillmentTopics } from "@souk/contract";
import { KeyValues, Section } from "@souk/ui";
import { useState } from "react";
import { texts } from "../../texts.ts";
import type { StaffAppDetail } from "../records.ts";
import { FulfillmentUrlDialog } from "./fulfillment-url-dialog.tsx";

const words = texts.staff.fulfillment;

/**
 * Show an app's fulfillment URLs, each with a button that opens the dialog to change it. Only staff can change these URLs
 * (REG-4).
 */
export function FulfillmentUrlsSection({ app }: { app: StaffAppDetail }) {
  return (
    <Section title={words.title} lead={words.lead}>
      <KeyValues
        items={fulfillmentTopics.map((topic) => [
          words.topics[topic],
          <TopicUrl key={topic} app={app} topic={topic} />,
        ])}
      />
    </Section>
  );
}

interface TopicUrlProps {
  app: StaffAppDetail;
  topic: FulfillmentTopic;
}

function TopicUrl({ app, topic }: TopicUrlProps) {
  const [isOpen, setOpen] = useState(false);
  const entry = app.fulfillment_urls.find((candidate) => candidate.topic === topic);
  return (
    <Stack gap={4} align="flex-start">
      <span>{entry?.url ?? words.none}</span>
      {entry?.warnings?.map((warning) => (
        <Text key={warning} size="sm" c="dimmed">
          {warning}
        </Text>
      ))}
      <Button
        variant="default"
        size="xs"
        onClick={() => setOpen(true)}
        aria-label={entry ? words.changeLabel({ topic }) : words.setLabel({ topic })}
      >
        {entry ? words.change : words.set}
      </Button>
      <FulfillmentUrlDialog app={app} topic={topic} opened={isOpen} onClose={() => setOpen(false)} />
    </Stack>
  );
}
