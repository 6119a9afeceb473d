import { Stack } from "@mantine/core";
import { LoadingState, PageFrame } from "@souk/ui";
import { texts } from "../texts.ts";
import { usePermissions } from "../use-permissions.ts";
import { useAvailableApps, useInstalledApps } from "./app-queries.ts";
import { AvailableApps } from "./available-apps.tsx";
import { InstallForm } from "./install-form.tsx";
import { InstalledApps } from "./installed-apps.tsx";

/** Show the store's apps and the ways to install another app. If the store has no apps, the available apps come first. */
export function AppsPage() {
  const installedQuery = useInstalledApps(1);
  const availableQuery = useAvailableApps();
  const canManageApps = usePermissions()("apps.manage");
  const showsAvailableFirst = canManageApps && installedQuery.data?.total_count === 0;
  // Wait for both queries, because their results decide the order of the cards, which must not change later.
  const isPending = installedQuery.isPending || availableQuery.isPending;
  return (
    <PageFrame title={texts.apps.title} lead={texts.apps.lead} wide>
      {isPending ? (
        <LoadingState kind="table" />
      ) : (
        <Stack gap="lg">
          {showsAvailableFirst ? <AvailableApps /> : <InstalledApps />}
          <InstallForm />
          {showsAvailableFirst ? <InstalledApps /> : <AvailableApps />}
        </Stack>
      )}
    </PageFrame>
  );
}
