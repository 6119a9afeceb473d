import { SegmentedControl, Stack } from "@mantine/core";
import { Answered, Figures, formatNumber, PageFrame, Section, TimeBars, useStore } from "@souk/ui";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { toStorePage } from "../page-addresses.ts";
import { texts } from "../texts.ts";
import { useMayManage } from "../use-may.ts";
import { type Activity, useActivity } from "./activity.ts";
import { FirstSteps } from "./first-steps.tsx";
import { type Days, daysChoices, type HomeSearch, usualDays } from "./home-search.ts";
import { LatestEntries } from "./latest-entries.tsx";

/** Show the store at a glance: its totals and its activity over time. */
export function HomePage() {
  const store = useStore();
  const { days = usualDays } = useSearch({ strict: false }) as HomeSearch;
  const query = useActivity(days);
  const mayManage = useMayManage();
  return (
    <PageFrame title={texts.home.title} lead={texts.home.lead({ store: store.name })}>
      <Answered query={query}>
        {({ activity }) => (
          <Stack gap="lg">
            {mayManage && isNew(activity) && <FirstSteps />}
            <Totals totals={activity.totals} />
            <Section title={texts.home.overTime} actions={<DaysChoice days={days} />}>
              <Bars activity={activity} timezone={store.timezone} />
            </Section>
            <Section title={texts.home.latest}>
              <LatestEntries entries={activity.entries} />
            </Section>
          </Stack>
        )}
      </Answered>
    </PageFrame>
  );
}

function isNew({ totals }: Activity): boolean {
  return totals.apps_enabled === 0;
}

function Totals({ totals }: { totals: Activity["totals"] }) {
  const { figures } = texts.home;
  const { products, variants, units_in_stock, apps_enabled } = totals;
  // Staff who may not see products have no numbers of them.
  const shown = [
    { label: figures.products, count: products, to: toStorePage("/products") },
    { label: figures.variants, count: variants },
    { label: figures.units, count: units_in_stock },
    { label: figures.apps, count: apps_enabled, to: toStorePage("/apps") },
  ].flatMap(({ count, ...figure }) => (count === null ? [] : [{ ...figure, value: formatNumber(count) }]));
  return <Figures figures={shown} />;
}

function DaysChoice({ days }: { days: Days }) {
  const navigate = useNavigate();
  return (
    <SegmentedControl
      aria-label={texts.home.days}
      size="xs"
      value={String(days)}
      data={daysChoices.map((choice) => ({ value: String(choice), label: texts.home.daysChoice[choice] }))}
      onChange={(chosen) => void navigate({ to: ".", search: { days: Number(chosen) }, resetScroll: false })}
    />
  );
}

/** The kinds of activity, from the bottom of a bar to its top. */
const kinds = ["orders", "stock", "products", "apps", "other"] as const;

function Bars({ activity, timezone }: { activity: Activity; timezone: string }) {
  return (
    <TimeBars
      label={texts.home.chart[activity.unit]}
      step={activity.unit}
      timezone={timezone}
      buckets={activity.buckets.map(({ start, ...counts }) => ({ at: start, counts }))}
      kinds={kinds.map((id) => ({ id, label: texts.home.kinds[id] }))}
    />
  );
}
