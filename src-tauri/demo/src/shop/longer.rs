//! Longer answers: several paragraphs, and many scripts.

use crate::script::Reply;

/// Several paragraphs.
pub(super) const LONG: &str = "\
Here is the long version of how Trailhead came to be, which is as made up as the shop itself.

It began with a leaking tent. Two friends had walked for three days along a ridge where it rained for \
four, and when they came down they agreed on two things: that the view had been worth it, and that \
whoever had sold them the tent had never slept in it. They rented a room behind a bakery, put up a \
shelf, and decided to sell only what they had carried themselves.

The first winter they sold eleven pairs of gloves and a great many bread rolls, since people kept \
coming through the wrong door. The second winter they moved the shelf to the front, and the bakery \
began to sell trail bars. Some customers still say that the recipe is the best thing in the shop, \
and we have stopped arguing.

Today there are three things on that shelf. The trail bar, which has peanuts in it, as you will be \
told every time you ask. The Ridge Jacket, which has been through more rain than the tent ever was. \
And the Ember stove, which is small, loud and honest about its recall.

If you ever wondered why we don't sell more: each thing here has to be carried up the ridge and \
down again by somebody who works here, and there are only so many weekends.

That is the whole story. Thank you for reading to the end; not everybody does.";

/// One greeting in many scripts, right-to-left ones among them.
pub(super) fn languages() -> Reply {
    Reply::new(
        "Here is one sentence in many scripts. Each should read in its own direction and not \
         disturb its neighbours.\n\n\
         English: The trail bar costs $18.\n\
         العربية: لوح الطريق بسعر 18 دولارًا (علبة من 12).\n\
         עברית: חטיף השביל עולה 18 דולר (קופסה של 12).\n\
         فارسی: می‌خواهم این ژاکت را پس بدهم.\n\
         中文：步道能量棒每盒十二条，售价十八美元。\n\
         日本語：トレイルバーは12本入りで18ドルです。\n\
         한국어: 트레일 바는 12개 한 상자에 18달러입니다.\n\
         हिन्दी: ट्रेल बार का एक डिब्बा 18 डॉलर का है।\n\
         ไทย: เทรลบาร์กล่องละ 12 ชิ้น ราคา 18 ดอลลาร์\n\
         Ελληνικά: Η μπάρα κοστίζει 18 δολάρια.\n\
         Русский: Батончик стоит 18 долларов.\n\
         Tiếng Việt: Thanh năng lượng giá 18 đô la.\n\
         Emoji: 🥾 ⛺ 👩‍🚒 🏔️",
    )
    .notice("يحتوي على الفول السوداني. Contains peanuts. 含有花生。")
    .link(
        "https://trailhead.example/help/languages",
        "شحن وإرجاع – 配送と返品",
    )
}
