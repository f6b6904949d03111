import type { Feature } from "@/lib/engine/feature";
import { createReachCheck } from "./reach-search";
import { createPictures, createWeb, type WebGround } from "./web";

export function openWeb(ground: WebGround) {
  return {
    name: "web",
    service: { pictures: createPictures(ground.env), reachesSearch: createReachCheck(ground) },
    web: createWeb(ground.env, ground),
  } satisfies Feature & { service: object; web: object };
}
