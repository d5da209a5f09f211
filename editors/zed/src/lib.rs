use zed_extension_api as zed;

struct TextlintPt;

impl zed::Extension for TextlintPt {
    fn new() -> Self {
        TextlintPt
    }

    // `lsp.textlint-pt.binary` in the settings comes first: Zed itself sees to that
    fn language_server_command(
        &mut self,
        _server: &zed::LanguageServerId,
        worktree: &zed::Worktree,
    ) -> zed::Result<zed::Command> {
        let command = worktree
            .which("textlint-pt")
            .ok_or("textlint-pt is not in the PATH: pip install textlint-pt")?;
        Ok(zed::Command {
            command,
            args: vec!["lsp".into()],
            env: worktree.shell_env(),
        })
    }
}

zed::register_extension!(TextlintPt);
