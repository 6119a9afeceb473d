import { databaseClock, expireDeliveries, removeUnusedEndpoints } from "@souk/delivery";
import type { Job } from "../housekeeping/index.ts";
import { tellOfFailures } from "../modules/subscriptions/index.ts";
import type { House } from "./house.ts";

const minuteMs = 60_000;

/** What is done about deliveries beside sending them, whether or not an engine meets them. */
export function createDeliveryJobs({ addresses, mail, databaseClock: clock = databaseClock }: House): Job[] {
  return [
    {
      name: "expire deliveries",
      everyMs: 5 * minuteMs,
      concurrent: true,
      run: (database, stopping) => expireDeliveries(database, clock, { stopping }),
    },
    {
      name: "tell of failing endpoints",
      everyMs: minuteMs,
      concurrent: true,
      run: (database) => tellOfFailures(database, { addresses, clock, sendMail: mail.post.send }),
    },
    {
      name: "remove unused endpoints",
      everyMs: 60 * minuteMs,
      concurrent: true,
      run: (database) => database.transaction((tx) => removeUnusedEndpoints(tx, clock)),
    },
  ];
}
