import { Stack } from "@mantine/core";
import { LoadingState, PageFrame } from "@souk/ui";
import { texts } from "../texts.ts";
import { useMayManage } from "../use-may.ts";
import { useAvailableApps, useInstalledApps } from "./app-queries.ts";
import { AvailableApps } from "./available-apps.tsx";
import { InstallForm } from "./install-form.tsx";
import { InstalledApps } from "./installed-apps.tsx";

/** Show the apps of the store and the ways to get another. A store without apps first sees the available ones. */
export function AppsPage() {
  const installed = useInstalledApps(1);
  const available = useAvailableApps();
  const mayManage = useMayManage();
  const offersFirst = mayManage && installed.data?.total_count === 0;
  // The order of the cards is known when both are: nothing moves afterwards.
  const isPending = installed.isPending || available.isPending;
  return (
    <PageFrame title={texts.apps.title} lead={texts.apps.lead} wide>
      {isPending ? (
        <LoadingState kind="table" />
      ) : (
        <Stack gap="lg">
          {offersFirst ? <AvailableApps /> : <InstalledApps />}
          <InstallForm />
          {offersFirst ? <InstalledApps /> : <AvailableApps />}
        </Stack>
      )}
    </PageFrame>
  );
}
