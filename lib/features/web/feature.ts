import { createReachCheck } from "./reach-search";
import { createPictures, createWeb, type WebGround } from "./web";
import { createWebFetch } from "@/lib/features/web/tools/web-fetch/web-fetch";
import { createWebSearch } from "@/lib/features/web/tools/web-search/web-search";

export function openWeb(ground: WebGround) {
  const { search, ...web } = createWeb(ground.env, ground);
  return {
    name: "web",
    service: { pictures: createPictures(ground.env), reachesSearch: createReachCheck(ground) },
    tools: [
      createWebSearch(search),
      createWebFetch({ ...web, ask: ground.askSmall, compare: ground.compareMeaning }),
    ],
  };
}
