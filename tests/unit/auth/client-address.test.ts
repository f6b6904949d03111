import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import {
  clientAddressHeader,
  toClientKey,
  toMarkedAddress,
} from "@/lib/features/accounts/auth/client-address";
import { stampClientAddresses } from "@/lib/server/start-server";

const keyOf = (value: string, header = "x-real-ip") => toClientKey(new Headers({ [header]: value }), header);

describe("toClientKey", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["10.0.0.1, 203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:0DB8:1:2::9", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["::1", "0:0:0:0"],
    ["203.0.113.7:4711", "203.0.113.7"],
    ["[2001:db8:1:2::9]:4711", "2001:db8:1:2"],
    ["[2001:db8:1:2::9]", "2001:db8:1:2"],
    ["", "unknown"],
  ])("counts %j as %j", (value, key) => {
    expect(keyOf(value)).toBe(key);
  });

  it("believes the server's own header only with its mark", () => {
    expect(keyOf("9.9.9.9", clientAddressHeader)).toBe("unknown");
    expect(keyOf(toMarkedAddress("9.9.9.9"), clientAddressHeader)).toBe("9.9.9.9");
  });
});

describe("the address of a connection", () => {
  it("is written over whatever the client sent", async () => {
    stampClientAddresses();
    const server = createServer(
      (request, response) =>
        void response.end(
          toClientKey(
            new Headers({ [clientAddressHeader]: String(request.headers[clientAddressHeader]) }),
            clientAddressHeader,
          ),
        ),
    );
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, {
      headers: { [clientAddressHeader]: "9.9.9.9" },
    });
    expect(await answer.text()).toBe("127.0.0.1");
    await new Promise((resolve) => void server.close(resolve).closeAllConnections());
  });
});
