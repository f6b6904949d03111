import { isLight } from "./weigh-markdown";

// A text that takes too long takes it here, beside the page, which ends this worker then.
self.onmessage = ({ data }: MessageEvent<string>) => self.postMessage(isLight(data));
