import assert from "node:assert/strict";
import { connect } from "node:net";
import { isPublicAddress, ownAddresses } from "../addresses.ts";
import { type Network, systemNetwork } from "../safe-connector.ts";

/** This machine's network without the world: no test leaves the machine, not even when what it proves is broken. */
export const localNetwork: Network = {
  dial(address, port) {
    assert.equal(isPublicAddress(address, []), false, `${address} was dialled`);
    return systemNetwork.dial(address, port);
  },
  ownAddresses,
};

/** A network on which nothing may be dialled; it notes what was. */
export function closedNetwork(dialled: string[]): Network {
  return {
    dial(address) {
      dialled.push(address);
      throw new Error("nothing may be dialled");
    },
    ownAddresses,
  };
}

/**
 * Stands for the public internet: whatever is dialled is a local server that seems to have the address dialled.
 *
 * @param dialled takes the addresses, in order
 * @param port of the local server
 * @param answersFrom the number of the dial that first meets the server; those before meet nobody
 */
export function publicNetwork(dialled: string[], port: number, answersFrom = 1): Network {
  return {
    dial(address) {
      dialled.push(address);
      const socket = connect({ host: "127.0.0.1", port: dialled.length < answersFrom ? 1 : port });
      Object.defineProperty(socket, "remoteAddress", { get: () => address });
      return socket;
    },
    ownAddresses,
  };
}
