import assert from "node:assert/strict";
import { connect } from "node:net";
import { isPublicAddress, listMachineAddresses } from "../addresses.ts";
import { type Network, systemNetwork } from "../safe-connector.ts";

/** This machine's network without the internet, so that no test connects to another machine, even if the code under test is broken. */
export const localNetwork: Network = {
  dial(address, port) {
    assert.equal(isPublicAddress(address, []), false, `${address} was dialed`);
    return systemNetwork.dial(address, port);
  },
  listMachineAddresses: listMachineAddresses,
};

/** Create a network on which every dial fails and is recorded. */
export function createClosedNetwork(dialedAddresses: string[]): Network {
  return {
    dial(address) {
      dialedAddresses.push(address);
      throw new Error("no address may be dialed");
    },
    listMachineAddresses: listMachineAddresses,
  };
}

/**
 * Simulate the public internet: every dialed connection reaches a local server that seems to have the dialed address.
 *
 * @param dialedAddresses receives the dialed addresses, in order
 * @param port the local server's port
 * @param firstSuccessfulDial the number of the first dial that succeeds, from 1
 */
export function createPublicNetwork(
  dialedAddresses: string[],
  port: number,
  firstSuccessfulDial = 1,
): Network {
  return {
    dial(address) {
      dialedAddresses.push(address);
      // Nothing listens on port 1, so the dial fails.
      const socket = connect({
        host: "127.0.0.1",
        port: dialedAddresses.length < firstSuccessfulDial ? 1 : port,
      });
      Object.defineProperty(socket, "remoteAddress", { get: () => address });
      return socket;
    },
    listMachineAddresses: listMachineAddresses,
  };
}
