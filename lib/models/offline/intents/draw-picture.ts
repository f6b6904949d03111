import { inLanguage, type Intent } from "@/lib/models/offline/task";
import { createCallTask } from "@/lib/models/offline/use-tool";

/** A picture that is asked for in so many words. */
export const drawPicture: Intent = ({ question, original }) => {
  const { language } = question;
  const description = findDescription(original.trim());
  if (description === null) return null;
  return createCallTask({
    call: { tool: "image_generate", input: { description } },
    thought: inLanguage(
      language,
      "You ask for a picture, so I hand the description to the image tool.",
      "你想要一张图片，我把描述交给图片工具。",
    ),
    report: () => ({
      thought: inLanguage(language, "The picture is made.", "图片已生成。"),
      text: inLanguage(language, `Here is the picture: ${description}`, `图片已生成：${description}`),
    }),
  });
};

const picture = "(?:picture|image|photo|illustration|drawing|painting|sketch|logo|icon|poster|portrait)";
const patterns = [
  new RegExp(
    `^(?:please\\s+|can you\\s+|could you\\s+|would you\\s+)?(?:draw|paint|sketch|illustrate)\\s+(?:me\\s+|us\\s+)?(?!(?:a |the )?(?:conclusions?|parallels?|attention|comparison|line under)\\b)(.{3,1500})$`,
    "isu",
  ),
  new RegExp(
    `^(?:please\\s+|can you\\s+|could you\\s+)?(?:generate|create|make|produce|design)\\s+(?:me\\s+)?(?:an?|the|some)?\\s*(?:\\w+\\s+){0,2}${picture}s?\\s+(?:of|showing|with|that shows)\\s+(.{3,1500})$`,
    "isu",
  ),
  /^(?:请|帮我|请帮我|给我|能不能|可以)*(?:画|绘制|生成|做|来)(?:一?[张幅个只副]|一下|出)?(?:图片?|画|插画|照片)?[，,：:]?\s*(.{1,1500}?)(?:的?(?:图片|图像|插画|照片|画|图|海报))?[吗。！!？?]*$/su,
];

function findDescription(text: string): string | null {
  if (/谁|什么|为什么|哪/u.test(text)) return null;
  if (/^(?:请|帮我|请帮我|给我)*(?:生成|做|来)/u.test(text) && !/图|画|照片|海报/u.test(text)) return null;
  for (const pattern of patterns) {
    const description = pattern
      .exec(text)?.[1]
      ?.replace(/[.。!！?？]+$/u, "")
      .trim();
    if (description !== undefined) return description.length < 3 ? text : description;
  }
  return null;
}
