import { Alert, Stack, Text } from "@mantine/core";
import { formatNumber, KeyValues, Timestamp, useNow } from "@souk/ui";
import { IconAlertTriangle, IconProgress } from "@tabler/icons-react";
import type { InstallationWebhook } from "../records.ts";
import { texts } from "../texts.ts";
import { type EndpointHealth, getEndpointState, listUnhealthyEndpoints } from "./endpoint-health.ts";
import styles from "./endpoint-notes.module.css";

const words = texts.installation.endpoint;

/** Show, for each unhealthy endpoint, when its requests began to fail, why they fail, and how Souk reacts. */
export function EndpointNotes({ webhooks }: { webhooks: readonly InstallationWebhook[] }) {
  const unhealthyEndpoints = listUnhealthyEndpoints(webhooks);
  if (unhealthyEndpoints.length === 0) return null;
  return (
    <Stack gap="sm" mb="md">
      {unhealthyEndpoints.map((endpoint) => (
        <Note key={endpoint.origin} endpoint={endpoint} />
      ))}
    </Stack>
  );
}

const colors = { failing: "yellow", open: "red", recovering: "blue", closed: "gray" } as const;

function Note({ endpoint }: { endpoint: EndpointHealth }) {
  const state = getEndpointState(endpoint);
  const Icon = state === "recovering" ? IconProgress : IconAlertTriangle;
  return (
    <Alert
      role="note"
      color={colors[state]}
      icon={<Icon size={20} aria-hidden />}
      title={<span className={styles["title"]}>{getTitle(endpoint)}</span>}
    >
      <Stack gap="xs">
        {endpoint.last_failure !== null && <Text size="sm">{endpoint.last_failure}</Text>}
        <Text size="sm">{getText(endpoint)}</Text>
        <Times endpoint={endpoint} />
      </Stack>
    </Alert>
  );
}

function getTitle(endpoint: EndpointHealth): string {
  const { openTitle, recoveringTitle, failingTitle } = words;
  if (endpoint.state === "open") return openTitle({ origin: endpoint.origin });
  return endpoint.state === "recovering"
    ? recoveringTitle({ origin: endpoint.origin })
    : failingTitle({ origin: endpoint.origin });
}

function getText({ state, rate }: EndpointHealth): string {
  if (state === "open") return words.open;
  return state === "recovering" ? words.recovering({ rate: formatRate(rate ?? 1) }) : words.failing;
}

/** Format a number of deliveries per second as a whole number, or with one decimal place if it is below 1. */
function formatRate(rate: number): string {
  return formatNumber(rate < 1 ? Math.max(0.1, Math.round(rate * 10) / 10) : Math.round(rate));
}

function Times({ endpoint: { failing_since, next_probe_at } }: { endpoint: EndpointHealth }) {
  const now = useNow();
  const isDue = next_probe_at !== null && Date.parse(next_probe_at) < now;
  const probe = isDue ? words.soon : <Timestamp key="probe" at={next_probe_at} />;
  const items = [
    ...(failing_since === null ? [] : [[words.since, <Timestamp key="since" at={failing_since} />] as const]),
    ...(next_probe_at === null ? [] : [[words.probe, probe] as const]),
  ];
  return items.length === 0 ? null : <KeyValues items={items} />;
}
