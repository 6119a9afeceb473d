import { Anchor, Progress, Title } from "@mantine/core";
import { EmptyState, formatNumber, Metrics, PageLink, TwoLines } from "@souk/ui";
import { texts } from "../../texts.ts";
import { LoadedTable } from "../loaded-table.tsx";
import { getTargetPage, type StaffHealth } from "../records.ts";
import { DiskBar } from "./disk-bar.tsx";
import { formatBytes } from "./format-bytes.ts";

const words = texts.staff.health.disk;

type Disk = NonNullable<StaffHealth["disk"]>;

/** Show the free space, the disk as a bar, and the stores whose files use the most space. */
export function DiskSection({ disk }: { disk: Disk }) {
  const { storage, free_bytes, reserve_bytes, file_bytes } = disk;
  return (
    <>
      <Metrics
        metrics={[
          {
            label: words.free,
            value: formatBytes(free_bytes),
            note: words.reserveNote({ size: formatBytes(reserve_bytes) }),
          },
          {
            label: words.files,
            value: formatBytes(file_bytes),
            note: storage === "disk" ? words.onDisk : words.inBucket,
          },
        ]}
      />
      <DiskBar disk={disk} />
      <Title order={3}>{words.largest}</Title>
      <LargestStores disk={disk} />
    </>
  );
}

function LargestStores({ disk: { largest_stores, quota_bytes } }: { disk: Disk }) {
  const quota = formatBytes(quota_bytes);
  return (
    <LoadedTable
      label={words.largest}
      records={largest_stores}
      getKey={({ id }) => id}
      empty={<EmptyState title={words.none} />}
      columns={[
        {
          id: "store",
          header: words.store,
          cell: ({ id, name, handle }) => (
            <TwoLines
              first={
                <Anchor component={PageLink} to={getTargetPage({ kind: "store", id })}>
                  {name}
                </Anchor>
              }
              second={handle}
            />
          ),
        },
        { id: "size", header: words.size, align: "end", cell: ({ file_bytes }) => formatBytes(file_bytes) },
        {
          id: "share",
          header: words.share,
          cell: ({ file_bytes }) => {
            const quotaPercent = (file_bytes / quota_bytes) * 100;
            const label = words.shareLabel({ share: formatNumber(Math.round(quotaPercent)), quota });
            return (
              <Progress value={Math.min(100, quotaPercent)} aria-label={label} title={label} miw={120} />
            );
          },
        },
      ]}
    />
  );
}
