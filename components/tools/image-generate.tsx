import { ImageIcon } from "lucide-react";
import type { ToolView } from "./tool-view";

export const imageGenerateView: ToolView<"image_generate"> = {
  name: "image_generate",
  Icon: ImageIcon,
  asked: ({ input }) => input?.description ?? "",
  result: () => ({}),
  missing: { lead: (t) => t("image_generate.missing"), act: "picture" },
  question: (_call, t) => t("image_generate.ask"),
};
